import subprocess

settings = ["-DCMAKE_POLICY_VERSION_MINIMUM=3.5"]
subprocess.run(["cmake", "-S", "packlib", "-B", "build", *settings], check=True)
subprocess.run(["cmake", "--build", "build"], check=True)
